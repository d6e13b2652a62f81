-- What a person is called stands in `person` alone, where they may change it. The sign-in library wants a column of its
-- own for it, and finds nothing there.
update auth."user" set name = '' where name <> '';
alter table auth."user" alter column name set default '', add constraint user_name_elsewhere check (name = '');
