/** Where a job stands. It leaves QUEUED and RUNNING once, and FAILED only by being started again. */
export const jobStatuses = ['QUEUED', 'RUNNING', 'COMPLETED', 'FAILED', 'CANCELLED'] as const
export type JobStatus = (typeof jobStatuses)[number]

export const unfinished = ['QUEUED', 'RUNNING'] as const satisfies readonly JobStatus[]
