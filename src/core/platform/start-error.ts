/** Why the program cannot start, in one line for the operator. The message states how to solve the problem. */
export class StartError extends Error {
  override readonly name: string = 'StartError'
}

/** Returns the code, such as `EACCES`; the message when there is no code. */
export const describeCause = (error: unknown): string => {
  const { code, message } = error as NodeJS.ErrnoException
  return code ?? message
}
