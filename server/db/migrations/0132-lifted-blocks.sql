-- The address of a block is kept until the block is lifted.
update blocked_address set email = null, reason = '' where lifted_at is not null and (email is not null or reason <> '');
