export const statusPages = {
  title: 'Status pages',
}
