// Runs before anything is painted, so that a chosen theme does not flash. Only the choice is kept in the browser
try {
  const theme = localStorage.getItem('wk-theme')
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
} catch {
  // Storage is off: the system's theme it is
}
