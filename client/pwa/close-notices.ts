/** The kinds of pushes that ask for an answer; a push has the tag `<kind>-<question id>`. */
const ASKING = ['request-approved', 'request-reminder'] as const

/** Takes the notifications off this device that ask for an answer to these questions. */
export async function closeNotices(questionIds: readonly string[]): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration()
  for (const id of questionIds)
    for (const kind of ASKING)
      for (const notice of (await registration?.getNotifications({ tag: `${kind}-${id}` })) ?? [])
        notice.close()
}
