export const forms = {
  title: 'Forms',
}
