export const auth = {
  title: 'Auth',
}
