import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { show } from '../../testing/open-screen.tsx'
import { PictureButton } from './picture-button.tsx'

test('the name of the file field begins with the words that are seen, which people say to press it', async () => {
  show(
    <PictureButton label="Profile picture" isBusy={false} onFiles={() => {}}>
      Choose a picture
    </PictureButton>,
  )
  const field = page.getByLabelText('Choose a picture: Profile picture', { exact: true })
  await expect.element(field).toHaveAttribute('type', 'file')
})
