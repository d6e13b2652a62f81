-- What an account asked is its own, and not that of the guest of the browser it was signed in with.
update question q set guest_id = null from prepared_ask a
where a.id = q.id and q.guest_id is not null and a.principal like 'person:%';
