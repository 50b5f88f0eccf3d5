-- Tokens of web chats say themselves what they permit, and are signed (D330).
drop table chat_tokens;
