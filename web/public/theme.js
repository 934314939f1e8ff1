// Applies the chosen theme and density before the first paint, so that nothing flashes or moves. The browser stores both
try {
  if (localStorage.getItem('wk-density') === 'compact') document.documentElement.dataset.density = 'compact'
  const theme = localStorage.getItem('wk-theme')
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
} catch {
  // Storage is off: the theme of the system applies, and lists are comfortable
}
