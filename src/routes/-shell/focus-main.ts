import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'

/**
 * A new screen takes away what had the focus, such as the button that led there: the main landmark gets it then, so that the keyboard
 * goes on from there and not from the top of the page. Focus that is somewhere stays.
 */
export function useFocusMain(): void {
  const router = useRouter()
  useEffect(
    () =>
      router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
        if (fromLocation && pathChanged && document.activeElement === document.body)
          document.getElementById('main')?.focus({ preventScroll: true })
      }),
    [router],
  )
}
