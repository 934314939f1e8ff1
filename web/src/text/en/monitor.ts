export const monitor = {
  title: 'Monitor',
}
