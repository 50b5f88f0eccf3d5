import { renderToStaticMarkup } from 'react-dom/server'
import { Shell } from '../ui/shell'

/**
 * The frame of every page as HTML, from the component that React renders a moment later: the same look, no script.
 * No screen is marked as the current one, because the page is one and the same for every address.
 */
export function renderAppShell(): string {
  return renderToStaticMarkup(<Shell path="" renderLink={({ to, ...link }) => <a href={to} {...link} />} />)
}
