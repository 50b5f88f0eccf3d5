import { useCallback, useEffect, useRef } from 'react'
import { dismissToast, toast } from '../../ui/toast-store'

/** Shows toasts that go with the form: an Undo of a form that is no longer there would do nothing. */
export function useFormToast(): typeof toast {
  const shown = useRef<number[]>([])
  useEffect(() => {
    const ids = shown
    return () => {
      for (const id of ids.current.splice(0)) dismissToast(id)
    }
  }, [])
  return useCallback((news) => {
    const id = toast(news)
    shown.current.push(id)
    return id
  }, [])
}
