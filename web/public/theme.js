// Applies the chosen theme before the first paint, so that no other theme flashes. Only the choice is stored in the browser
try {
  const theme = localStorage.getItem('wk-theme')
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
} catch {
  // Storage is off: the theme of the system applies
}
