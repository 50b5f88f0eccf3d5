import { Upload } from 'lucide-react'
import { type ComponentProps, useRef } from 'react'
import { Button } from './button'
import { mayWrite } from './role'

/** A button that picks files, not for a viewer; never called with none. `accept`: endings for the picker, `['.pdf', '.md']`. The caller checks each file. `folder`: a folder with what is in it. */
export function FileButton({
  label,
  accept,
  folder = false,
  onFiles,
  variant = 'primary',
  ...button
}: {
  label: string
  accept?: readonly string[]
  folder?: boolean
  onFiles: (files: File[]) => void
} & Pick<
  ComponentProps<typeof Button>,
  'variant' | 'size' | 'pending' | 'aria-invalid' | 'aria-describedby'
>) {
  const input = useRef<HTMLInputElement>(null)
  if (!mayWrite()) return null
  return (
    <>
      {/* Hidden from everybody, because the button opens it. */}
      <input
        ref={input}
        hidden
        type="file"
        {...(folder ? { webkitdirectory: '' } : { multiple: true })}
        accept={accept?.join(',')}
        onChange={({ target }) => {
          const files = [...(target.files ?? [])]
          if (files.length > 0) onFiles(files)
          // So that choosing the same file again is a change.
          target.value = ''
        }}
      />
      <Button {...button} writes variant={variant} icon={Upload} onClick={() => input.current?.click()}>
        {label}
      </Button>
    </>
  )
}
