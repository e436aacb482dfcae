import { serveTasks } from './side-thread.ts'

/** What the tests of a side thread ask of it. */
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
