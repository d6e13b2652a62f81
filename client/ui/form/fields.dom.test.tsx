import { useState } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { show } from '../../testing/open-screen.tsx'
import { DateField } from './date-field.tsx'
import { EmailField } from './email-field.tsx'
import { EntriesField } from './entries-field.tsx'
import { PasswordField } from './password-field.tsx'
import { TextArea } from './text-area.tsx'
import { TextField } from './text-field.tsx'

/** Shows its error once the field has lost the focus. */
function Strict() {
  const [error, setError] = useState<string | null>(null)
  const check = (value: string) => setError(value === 'right' ? null : 'Enter the right word.')
  return (
    <TextField label="Word" hint="Any word." error={error} onBlur={({ target }) => check(target.value)} />
  )
}

const describedBy = (element: Element) =>
  (element.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent)

test('a mistake is announced, marked on its field, and gone once it is mended', async () => {
  show(<Strict />)
  const field = page.getByLabelText('Word')
  expect(describedBy(field.element())).toEqual(['Any word.'])
  await expect.element(field).not.toHaveAttribute('aria-invalid')
  await expect.element(field).toBeRequired()
  await field.fill('wrong')
  field.element().blur()
  await expect.element(page.getByRole('alert')).toHaveTextContent('Enter the right word.')
  await expect.element(field).toHaveAttribute('aria-invalid', 'true')
  expect(describedBy(field.element())).toEqual(['Enter the right word.', 'Any word.'])
  await field.fill('right')
  field.element().blur()
  await expect.element(field).not.toHaveAttribute('aria-invalid')
  expect(describedBy(field.element())).toEqual(['Any word.'])
})

test('S1-5.13 a counter counts what people see as they type, cuts nothing, and says what is too much', async () => {
  show(<TextArea label="Words" limit={500} />)
  const words = page.getByLabelText('Words')
  const spoken = page.getByRole('status')
  await expect.element(page.getByText('0 / 500')).toBeVisible()
  await words.fill('Hip 🏃?')
  await expect.element(page.getByText('6 / 500')).toBeVisible()
  await words.fill('x'.repeat(480))
  await expect.element(page.getByText('480 / 500')).toBeVisible()
  await expect.element(spoken).toHaveTextContent('20 characters left')
  await expect.element(words).not.toHaveAttribute('aria-invalid')
  await words.fill(`${'x'.repeat(500)} `)
  await expect.element(page.getByText('500 / 500')).toBeVisible()
  await expect.element(spoken).toHaveTextContent('0 characters left')
  await words.fill('x'.repeat(501))
  await expect.element(spoken).toHaveTextContent('1 character too many: at most 500.')
  await words.fill('x'.repeat(503))
  await expect.element(page.getByText('503 / 500')).toBeVisible()
  await expect.element(spoken).toHaveTextContent('3 characters too many: at most 500.')
  await expect.element(words).toHaveAttribute('aria-invalid', 'true')
  await expect.element(words).toHaveValue('x'.repeat(503))
})

test('a password is shown and hidden by its button', async () => {
  show(<PasswordField label="Secret" />)
  const secret = page.getByLabelText('Secret', { exact: true })
  const toggle = page.getByRole('button', { name: 'Show password' })
  await expect.element(secret).toHaveAttribute('type', 'password')
  await toggle.click()
  await expect.element(secret).toHaveAttribute('type', 'text')
  await expect.element(toggle).toHaveAttribute('aria-pressed', 'true')
  await toggle.click()
  await expect.element(secret).toHaveAttribute('type', 'password')
})

test('D114 an email address of 254 characters is kept whole', async () => {
  show(<EmailField />)
  const field = page.getByLabelText('Email')
  const longest = `${'c'.repeat(242)}@example.com`
  await field.click()
  await userEvent.keyboard(longest)
  await expect.element(field).toHaveValue(longest)
})

test('a date that was only begun is said, and holds its form until it is finished or cleared', async () => {
  let [submits, left] = [0, 0]
  show(
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        submits += 1
      }}
    >
      <DateField
        label="Back on"
        optional
        error={null}
        value=""
        onChange={() => {}}
        onBlur={() => (left += 1)}
      />
      <button type="submit">Save</button>
    </form>,
  )
  const field = page.getByLabelText('Back on')
  const save = page.getByRole('button', { name: 'Save' })
  await save.click()
  expect(submits).toBe(1)
  await userEvent.click(field, { position: { x: 20, y: 20 } })
  await userEvent.keyboard('05{Tab}')
  await save.click()
  await expect.element(page.getByText('This date is not complete. Finish it, or clear it.')).toBeVisible()
  // A form that waits for its field to be left hears of it, too.
  expect([submits, left]).toEqual([1, 1])
  await userEvent.click(field, { position: { x: 20, y: 20 } })
  await userEvent.keyboard('{Backspace}')
  await save.click()
  await expect.element(page.getByText(/This date is not complete/)).not.toBeInTheDocument()
  expect(submits).toBe(2)
})

test('a pasted link makes no form wider than the phone', async () => {
  show(<TextArea label="Your question" defaultValue={`https://example.com/${'a'.repeat(200)}`} />)
  const field = page.getByLabelText('Your question')
  await expect.element(field).toBeVisible()
  expect(field.element().getBoundingClientRect().right).toBeLessThanOrEqual(innerWidth)
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(innerWidth)
})

/** Shows a list whose entries may have five characters. */
function List() {
  const [rows, setRows] = useState(['short', ''])
  return <EntriesField label="Wins" one="Win" add="Add" rows={rows} most={3} limit={5} onRows={setRows} />
}

test('a list says which of its rows is too long, and keeps it', async () => {
  show(<List />)
  const second = page.getByRole('textbox', { name: 'Win 2' })
  await second.fill('far too long')
  await expect.element(page.getByRole('alert')).toHaveTextContent('Win 2: 7 characters too many: at most 5.')
  await expect.element(second).toHaveValue('far too long')
  await expect.element(second).toHaveAttribute('aria-invalid', 'true')
  await second.fill('fits')
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
  await expect.element(second).not.toHaveAttribute('aria-invalid')
})

/** Shows a list of three entries, and `told` the entries that are left. */
function Three({ told }: { told: (rows: string[]) => void }) {
  const [rows, setRows] = useState(['one', 'two', 'three'])
  const change = (now: string[]) => {
    setRows(now)
    told(now)
  }
  return <EntriesField label="Wins" one="Win" add="Add" rows={rows} most={3} onRows={change} />
}

test('a double tap removes one entry, and the focus goes to the one beside a removed one', async () => {
  let left = ['one', 'two', 'three']
  const tell = (rows: string[]) => {
    left = rows
  }
  show(<Three told={tell} />)
  const remove = page.getByRole('button', { name: 'Remove win 1' })
  await remove.dblClick()
  await expect.poll(() => left).toEqual(['two', 'three'])
  remove.element().focus()
  await userEvent.keyboard('{Enter}{Enter}')
  // Nobody can remove the only entry, so no button is left.
  await expect.element(page.getByRole('textbox', { name: 'Win 1' })).toHaveFocus()
  expect(left).toEqual(['three'])
})

/** Shows an email field whose value is held in React state; `held` collects the values. */
function Held({ held }: { held: string[] }) {
  const [email, setEmail] = useState('')
  return (
    <EmailField
      label="Held"
      value={email}
      onChange={({ target }) => {
        held.push(target.value)
        setEmail(target.value)
      }}
    />
  )
}

test('of an address that is pasted, marks that nobody sees are left out, and the browser takes it', async () => {
  const held: string[] = []
  show(
    <>
      <EmailField label="Free" name="email" />
      <Held held={held} />
    </>,
  )
  for (const label of ['Free', 'Held']) {
    const field = page.getByLabelText(label)
    await field.fill('\u202aada@example.com\u202c\u200b')
    await expect.element(field).toHaveValue('ada@example.com')
    await expect.element(field).toBeValid()
  }
  expect(held).toEqual(['ada@example.com'])
})
