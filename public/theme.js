// Runs before the first paint, so that a stored theme never flashes the other one (D71). Kept in step with src/ui/theme.ts by its test.
try {
  const theme = localStorage.getItem('switchboard.theme')
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
} catch (_) {
  // Storage may be refused; the system's theme is then right.
}
