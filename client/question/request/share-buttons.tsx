import { ButtonAnchor } from '../../ui/button-link.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'

/** Where a shared address is taken to; nothing is loaded from any of them before the press. */
const NETWORKS: { name: string; address: (url: string, text: string) => string }[] = [
  { name: 'X', address: (url, text) => `https://x.com/intent/post?url=${url}&text=${text}` },
  { name: 'Facebook', address: (url) => `https://www.facebook.com/sharer/sharer.php?u=${url}` },
  { name: 'WhatsApp', address: (url, text) => `https://wa.me/?text=${text}%20${url}` },
  { name: 'LinkedIn', address: (url) => `https://www.linkedin.com/sharing/share-offsite/?url=${url}` },
  { name: 'Reddit', address: (url, text) => `https://www.reddit.com/submit?url=${url}&title=${text}` },
]

/** Five networks and the address itself (S2-2.103, S2-2.104); what is shared is the athlete's own page (D101). */
export function ShareButtons({ username, text }: { username: string; text: string }) {
  const url = `${globalThis.location?.origin ?? ''}/ask/${username}`
  return (
    <ul className="flex flex-wrap gap-2">
      {NETWORKS.map(({ name, address }) => (
        <li key={name}>
          <ButtonAnchor
            href={address(encodeURIComponent(url), encodeURIComponent(text))}
            target="_blank"
            rel="noopener noreferrer"
            tone="secondary"
            size="small"
          >
            <span className="sr-only">Share on </span>
            {name}
          </ButtonAnchor>
        </li>
      ))}
      <li>
        <CopyButton text={url} label="Copy link" size="small" icon="link" />
      </li>
    </ul>
  )
}
