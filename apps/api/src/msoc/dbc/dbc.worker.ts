import { serveTasks } from '../../core/side-thread.ts'
import { dbcTasks } from './tasks.ts'

serveTasks(dbcTasks)
