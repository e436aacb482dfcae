/// <reference lib="webworker" />
import '../../../core/csp.ts'
import { analysisAnswers } from './answers.ts'
import type { AnalysisRequest } from './protocol.ts'

/** Computes fault trees. In a worker, since a large one takes seconds. */
const answer = analysisAnswers((message) => self.postMessage(message))
self.addEventListener('message', ({ data }: MessageEvent<AnalysisRequest>) => answer(data))
