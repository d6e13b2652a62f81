import { MineLinkForm } from '../../account/my-data/data-link-form.tsx'
import { MinePanel } from '../../account/my-data/my-data-panel.tsx'
import { useMailedToken } from '../../account/use-mailed-token.ts'
import { AccountLayout } from '../account-layout.tsx'

/**
 * Renders the page where anybody with access to the inbox of an address can see what is kept about them, take a
 * copy, or have it deleted.
 */
export function MineScreen() {
  const token = useMailedToken()
  if (token) {
    return (
      <AccountLayout title="Your data" ground="lanes">
        <MinePanel key={token} token={token} />
      </AccountLayout>
    )
  }
  return (
    <AccountLayout
      title="Your data"
      lead="See what we keep about you, take a copy with you, or have it deleted. You need no account: we mail a link to the address you used."
      ground="lanes"
    >
      <MineLinkForm />
    </AccountLayout>
  )
}
