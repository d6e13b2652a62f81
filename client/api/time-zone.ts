/** Returns this device's time zone, such as "Europe/Oslo", because mails name times in it. */
export function timeZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone
}
