/** Says that this browser does not play the video's format, and offers the file for download. */
export function Unplayable({ url, className = '' }: { url: string; className?: string }) {
  return (
    <p
      role="alert"
      className={`grid place-content-center gap-2 bg-sunken p-6 text-center text-muted text-sm ${className}`}
    >
      This browser does not play the format of this video. The file itself is safe.
      <a href={url} download className="link">
        Download the file
      </a>
    </p>
  )
}
