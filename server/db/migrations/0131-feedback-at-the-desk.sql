-- An admin's change of a member's feedback reaches the other admins at once, as that of any other message does.
create trigger user_feedback_desk after update on user_feedback for each row execute function tell_desk_of_row();
