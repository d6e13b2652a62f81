-- An answer that is here and could not be paid for waits so long for its fan to pay again (D33).
alter table question add column pay_again_until timestamptz;
create index question_pay_again on question (pay_again_until) where status = 'approved' and pay_again_until is not null;
