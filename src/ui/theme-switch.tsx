import { Monitor, Moon, Sun } from 'lucide-react'
import { chooseTheme, useTheme } from './theme'

const choices = [
  { theme: 'light', label: 'Light', icon: Sun },
  { theme: 'system', label: 'System', icon: Monitor },
  { theme: 'dark', label: 'Dark', icon: Moon },
] as const

/** Three radio buttons, "Light", "System" and "Dark", in a group named "Theme". `name` must differ between two on one page. */
export function ThemeSwitch({ name }: { name: string }) {
  const theme = useTheme()
  return (
    <fieldset className="flex rounded-md border border-line bg-surface p-0.5">
      <legend className="sr-only">Theme</legend>
      {choices.map(({ theme: value, label, icon: Icon }) => (
        <label
          key={value}
          title={label}
          className="flex h-6 grow cursor-pointer items-center justify-center rounded-md text-ink-muted hover:text-ink has-checked:bg-accent-soft has-checked:text-accent has-focus-visible:outline-2 has-focus-visible:outline-accent"
        >
          <input
            type="radio"
            name={name}
            value={value}
            checked={theme === value}
            onChange={() => chooseTheme(value)}
            className="sr-only"
          />
          <Icon size={16} aria-hidden />
          <span className="sr-only">{label}</span>
        </label>
      ))}
    </fieldset>
  )
}
