import { EditorView, ViewPlugin } from '@codemirror/view'

/** When the room for the text gets smaller below (findings stand there), the line that is written on stays in sight. */
export const keepCursorInSight = ViewPlugin.fromClass(
  class {
    readonly #observer: ResizeObserver
    constructor(view: EditorView) {
      let before = view.scrollDOM.clientHeight
      this.#observer = new ResizeObserver(() => {
        const now = view.scrollDOM.clientHeight
        const isSmaller = now < before
        before = now
        if (isSmaller && view.hasFocus)
          view.dispatch({
            effects: EditorView.scrollIntoView(view.state.selection.main.head, { y: 'nearest' }),
          })
      })
      this.#observer.observe(view.scrollDOM)
    }
    destroy() {
      this.#observer.disconnect()
    }
  },
)
