/** Says for the rest of this page that nothing of it stays. */
export function markKeepsNothing(): void {
  document.documentElement.dataset.keeps = 'nothing'
}

/** What is kept here is gone with the page. */
export function keepsNothing(): boolean {
  return document.documentElement.dataset.keeps === 'nothing'
}
