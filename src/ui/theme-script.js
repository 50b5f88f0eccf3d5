// Stands in the page itself and runs before the first paint, so that a stored theme never flashes the other one (D71).
try {
  const theme = localStorage.getItem('switchboard.theme')
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
} catch (_) {
  // Storage may be refused; the system's theme is then right.
}
