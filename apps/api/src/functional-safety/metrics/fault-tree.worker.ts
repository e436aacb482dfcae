import { serveTasks } from '../../core/side-thread.ts'
import { faultTreeTasks } from './analyse-tree.ts'

serveTasks(faultTreeTasks)
