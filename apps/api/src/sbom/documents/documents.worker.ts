import { serveTasks } from '../../core/side-thread.ts'
import { documentTasks } from './tasks.ts'

serveTasks(documentTasks)
