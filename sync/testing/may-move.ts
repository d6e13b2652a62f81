import { QUESTION_LIFE, type QuestionMove, type QuestionStatus } from '../question/status.ts'

/** Checks whether a question in `status` may make `move`. The server compares and sets in one statement instead. */
export function mayMove(status: QuestionStatus, move: QuestionMove): boolean {
  return (QUESTION_LIFE[move].from as readonly string[]).includes(status)
}
