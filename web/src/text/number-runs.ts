/** Shorter runs are as readable as a range. */
const SHORTEST_RUN = 3

/** Writes consecutive numbers of a list as ranges, such as `200–299`, and the other numbers as they are. */
export function joinNumberRuns(numbers: readonly number[], write: (number: number) => string): string[] {
  const runs: number[][] = []
  for (const number of numbers) {
    if (runs.at(-1)?.at(-1) === number - 1) runs.at(-1)!.push(number)
    else runs.push([number])
  }
  return runs.flatMap((run) =>
    run.length < SHORTEST_RUN ? run.map(write) : [`${write(run[0]!)}–${write(run.at(-1)!)}`],
  )
}

/** Whether all entries of a list are numbers. */
export const isNumberList = (values: readonly unknown[]): values is number[] =>
  values.every((value) => typeof value === 'number')
