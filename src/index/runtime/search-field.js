// The search field on every other page: `/` goes to it. The form itself works without script.

document.addEventListener("keydown", event => {
  const writing = event.target instanceof HTMLElement && event.target.matches("input, textarea, select, [contenteditable]");
  if (event.key !== "/" || writing || event.ctrlKey || event.metaKey || event.altKey) return;
  const field = document.querySelector("form[role=search] input[name=q]");
  if (!(field instanceof HTMLInputElement)) return;
  event.preventDefault();
  field.focus();
  field.select();
});
