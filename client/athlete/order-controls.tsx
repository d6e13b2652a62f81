import { useId, useState } from 'react'
import { type DirectoryFilter, directoryFilterOf, directorySearchOf } from '../../sync/athlete/directory.ts'
import { Button } from '../ui/button.tsx'
import { SelectField } from '../ui/form/select-field.tsx'

const SORTED = [
  { value: 'name', label: 'Name' },
  { value: 'price', label: 'Lowest price' },
  { value: 'speed', label: 'Fastest answers' },
]
const PRICED = [
  { value: '', label: 'Any price' },
  { value: 'free', label: 'Free' },
  { value: 'under10', label: '$10 or less' },
  { value: 'under25', label: '$25 or less' },
  { value: 'under50', label: '$50 or less' },
]
const ANSWERED = [
  { value: '', label: 'Any time' },
  { value: '12h', label: 'Within 12 hours' },
  { value: '24h', label: 'Within a day' },
  { value: '48h', label: 'Within 2 days' },
]

type OrderControlsProps = { filter: DirectoryFilter; onChange: (filter: DirectoryFilter) => void }

/**
 * The controls that sort the roster and filter it by price and by the usual time to an answer. They are folded, so
 * that the athletes stay visible on a phone, unless a choice is set.
 */
export function OrderControls({ filter, onChange }: OrderControlsProps) {
  const id = useId()
  const { sort, price, within } = filter
  const [isOpen, setOpen] = useState(sort !== 'name' || price !== null || within !== null)
  const change = (field: 'sort' | 'price' | 'within') => (event: { target: HTMLSelectElement }) =>
    onChange(directoryFilterOf({ ...directorySearchOf(filter), [field]: event.target.value }))
  return (
    <>
      <Button
        tone="quiet"
        size="small"
        className="-ml-2"
        iconAfter={isOpen ? 'minus' : 'plus'}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        Sort and filter
      </Button>
      <div
        id={id}
        hidden={!isOpen}
        className="mt-3 grid max-w-3xl gap-x-4 gap-y-3 sm:grid-cols-3 [&[hidden]]:hidden"
      >
        <SelectField label="Sort by" options={SORTED} value={sort} onChange={change('sort')} />
        <SelectField label="Price" options={PRICED} value={price ?? ''} onChange={change('price')} />
        <SelectField
          label="Usually answers"
          options={ANSWERED}
          value={within ?? ''}
          onChange={change('within')}
        />
      </div>
    </>
  )
}
