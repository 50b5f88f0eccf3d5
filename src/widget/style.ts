/** Look of the widget. A page changes it with the custom properties that are named here, set on `switchboard-chat` or above. */
export const STYLE = `
:host {
  --accent: var(--chat-accent, #1f5fd0);
  --on-accent: var(--chat-on-accent, #fff);
  --surface: var(--chat-surface, #fff);
  --ink: var(--chat-ink, #1b1f24);
  --line: var(--chat-line, #767d86);
  --radius: var(--chat-radius, 12px);
  position: fixed;
  inset: auto var(--chat-right, 16px) var(--chat-bottom, 16px) auto;
  z-index: var(--chat-layer, 2147483000);
  font: 16px/1.45 var(--chat-font, system-ui, sans-serif);
  color: var(--ink);
}
@media (prefers-color-scheme: dark) {
  :host {
    --accent: var(--chat-accent, #8ab4ff);
    --on-accent: var(--chat-on-accent, #10151c);
    --surface: var(--chat-surface, #1b2028);
    --ink: var(--chat-ink, #eef1f5);
    --line: var(--chat-line, #8a929c);
  }
}
* { box-sizing: border-box; }
[hidden] { display: none !important; }
button, textarea { font: inherit; }
button {
  min-height: 44px; padding: 8px 16px; border: 1px solid var(--accent); border-radius: var(--radius);
  background: var(--accent); color: var(--on-accent); cursor: pointer;
}
button[aria-disabled=true] { opacity: .6; cursor: default; }
button.quiet { background: none; color: inherit; border-color: transparent; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
#open { float: right; box-shadow: 0 2px 8px #0005; }
#panel {
  display: flex; flex-direction: column; width: min(360px, calc(100vw - 32px)); height: min(520px, calc(100vh - 96px));
  margin-bottom: 12px; background: var(--surface); border: 1px solid var(--line); border-radius: var(--radius);
  box-shadow: 0 8px 32px #0005; overflow: hidden;
}
header { display: flex; align-items: center; justify-content: space-between; padding: 4px 4px 4px 16px; border-bottom: 1px solid var(--line); }
h2 { margin: 0; font-size: 1em; }
#log { flex: 1; overflow: auto; padding: 12px 16px; }
#log p { width: fit-content; max-width: 85%; margin: 0 0 8px; padding: 8px 12px; border: 1px solid var(--line); border-radius: var(--radius); white-space: pre-wrap; overflow-wrap: anywhere; }
#log .mine { margin-left: auto; background: var(--accent); border-color: var(--accent); color: var(--on-accent); }
#log .note { max-width: none; border: 0; padding: 0; font-size: .875em; }
#state { margin: 0; padding: 0 16px; min-height: 1.45em; font-size: .875em; overflow-wrap: anywhere; }
form { display: flex; gap: 8px; align-items: end; padding: 12px; }
label { flex: 1; font-size: .875em; }
textarea { display: block; width: 100%; min-height: 44px; margin-top: 6px; max-height: 120px; padding: 8px; border: 1px solid var(--line); border-radius: 8px; background: var(--surface); color: inherit; font-size: 16px; resize: none; }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
#new { margin: 0 12px 12px; }
@media (prefers-reduced-motion: no-preference) { #panel { animation: come .15s ease-out; } @keyframes come { from { opacity: 0; transform: translateY(8px); } } }
@media (forced-colors: active) { #log .mine { border: 2px solid; } }
`
