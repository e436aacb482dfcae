import { serveTasks } from '../../core/side-thread.ts'
import { bomTasks } from './tasks.ts'

serveTasks(bomTasks)
