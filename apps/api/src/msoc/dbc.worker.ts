import { serveTasks } from '../core/side-thread.ts'
import { dbcTasks } from './dbc-tasks.ts'

serveTasks(dbcTasks)
