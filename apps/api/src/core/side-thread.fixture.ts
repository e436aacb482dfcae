import { serveTasks } from './side-thread.ts'

/** The tasks that the tests of a side thread run. */
export const tasks = {
  double: (value: number) => value * 2,
  break: (reason: string): never => {
    throw new Error(reason)
  },
  spin: (ms: number) => {
    for (const end = performance.now() + ms; performance.now() < end;);
  },
  fill: () => {
    for (let all: object = {}; ; all = { all });
  },
}

serveTasks(tasks)
