-- What an account asked, or took in, is its own, and not that of the guest of the browser that it was asked in.
update question q set guest_id = null from prepared_ask a
where a.id = q.id and q.guest_id is not null and a.person_id is not null;
update media m set principal = 'person:' || a.person_id from prepared_ask a join question q on q.id = a.id
where m.id = q.media_id and a.person_id is not null and a.principal like 'guest:%';
update prepared_ask set principal = 'person:' || person_id
where person_id is not null and state = 'asked' and principal like 'guest:%';
