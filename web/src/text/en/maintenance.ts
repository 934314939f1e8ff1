export const maintenance = {
  title: 'Maintenance',
}
