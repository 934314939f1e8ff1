/** The driver of PostgreSQL as a file of its own, which is loaded when it is needed; see `load-driver.ts`. */
export { default } from 'pg'
