import { ViewScreen } from '../../question/view-screen.tsx'

/** The private page of a question, and the card form a tip asks for: two slices that meet here. */
export function ViewQuestion() {
  return <ViewScreen loadCardForm={loadCardForm} />
}

const loadCardForm = async () => (await import('../../payment/card-form.tsx')).CardForm
