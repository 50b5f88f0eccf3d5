import { useEffect, useState } from 'react'

/**
 * The same value, one turn later than a dialog that closes with it. A dialog gives the focus back a turn after it is gone; a form that
 * puts the focus on a wrong field must do so after that, or the focus ends on the button.
 */
export function useAfterDialog<T>(value: T | null): T | null {
  const [later, setLater] = useState<T | null>(null)
  useEffect(() => {
    const timer = setTimeout(() => setLater(value))
    return () => clearTimeout(timer)
  }, [value])
  return value === null ? null : later
}
