/** Titles that the system gives to incidents; a message needs the quotes, a list does not. */
const QUOTED = /^(|The (?:certificate|domain) of )"(.+)"( is (?:down|slow|about to expire))$/s

/** Returns `Web shop is down` for `"Web shop" is down`. The title of a user stays as it is. */
export const toPlainTitle = (title: string): string => title.replace(QUOTED, '$1$2$3')
