export const monitors = {
  title: 'Monitors',
}
