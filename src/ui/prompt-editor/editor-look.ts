import { EditorView } from '@codemirror/view'

const soft = '1px solid var(--color-line)'
const wavy = (color: string) => ({
  backgroundImage: 'none',
  textDecoration: `underline wavy ${color}`,
  textDecorationSkipInk: 'none',
  textUnderlineOffset: '3px',
})

/** The editor in our own colours, which know light and dark by themselves (D70). */
export const editorLook = EditorView.theme({
  '&': {
    color: 'var(--color-ink)',
    backgroundColor: 'transparent',
    fontSize: 'var(--text-sm)',
    height: '100%',
  },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--font-mono)', lineHeight: '1.5', overflow: 'auto' },
  '.cm-content': { padding: '6px 0', caretColor: 'var(--color-ink)' },
  '.cm-line': { padding: '0 8px' },
  '.cm-placeholder': { color: 'var(--color-ink-muted)' },
  '.cm-variable': {
    color: 'var(--color-accent)',
    backgroundColor: 'var(--color-accent-soft)',
    borderRadius: '3px',
  },
  '.cm-lintRange-error': wavy('var(--color-bad)'),
  '.cm-lintRange-warning': wavy('var(--color-busy)'),
  '.cm-lintRange-info': wavy('var(--color-unknown)'),
  '.cm-lintRange-active': { backgroundColor: 'var(--color-bad-soft)' },
  '.cm-tooltip': {
    backgroundColor: 'var(--color-surface-raised)',
    border: soft,
    borderRadius: 'var(--radius-md)',
    boxShadow: '0 4px 14px rgb(20 16 8 / 0.18)',
    zIndex: '45',
    maxWidth: 'min(32rem, 90vw)',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': { fontFamily: 'var(--font-mono)', maxHeight: '14rem' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li': { padding: '4px 8px' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li[aria-selected]': {
    backgroundColor: 'var(--color-accent-soft)',
    color: 'var(--color-ink)',
  },
  '.cm-completionDetail': { fontStyle: 'normal', color: 'var(--color-ink-muted)', marginLeft: '12px' },
  '.cm-completionMatchedText': { textDecoration: 'none', fontWeight: '600' },
  '.cm-diagnostic': { borderLeft: 'none', padding: '6px 8px', whiteSpace: 'normal' },
  '.cm-diagnosticAction': {
    backgroundColor: 'transparent',
    color: 'var(--color-accent)',
    border: '1px solid var(--color-line-strong)',
    borderRadius: 'var(--radius-md)',
    padding: '3px 8px',
    margin: '4px 8px 0 0',
  },
  '.cm-panels': { color: 'var(--color-ink)', backgroundColor: 'var(--color-surface-sunken)', zIndex: '2' },
  '.cm-panels.cm-panels-top': { borderBottom: soft },
  '.cm-panel.cm-search': { padding: '6px 32px 6px 8px', fontFamily: 'var(--font-sans)' },
  '.cm-panel.cm-search label': {
    fontSize: 'var(--text-sm)',
    display: 'inline-flex',
    alignItems: 'center',
    verticalAlign: 'middle',
    gap: '4px',
    minHeight: '24px',
  },
  '.cm-panel.cm-search [name=close]': {
    width: '24px',
    height: '24px',
    top: '6px',
    right: '6px',
    color: 'inherit',
  },
  '.cm-textfield': {
    fontSize: 'var(--text-sm)',
    color: 'var(--color-ink)',
    backgroundColor: 'var(--color-surface-raised)',
    border: '1px solid var(--color-line-strong)',
    borderRadius: 'var(--radius-md)',
    padding: '3px 6px',
  },
  '.cm-button': {
    fontSize: 'var(--text-sm)',
    color: 'var(--color-ink)',
    backgroundImage: 'none',
    backgroundColor: 'var(--color-surface-raised)',
    border: '1px solid var(--color-line-strong)',
    borderRadius: 'var(--radius-md)',
    padding: '3px 8px',
    '&:active': { backgroundImage: 'none', backgroundColor: 'var(--color-surface-sunken)' },
  },
  '.cm-searchMatch': { backgroundColor: 'var(--color-busy-soft)', outline: '1px solid var(--color-busy)' },
  '.cm-searchMatch-selected': {
    backgroundColor: 'var(--color-accent-soft)',
    outline: '2px solid var(--color-accent)',
  },
})
