/**
 * Layout of every mail: the product's light colours as inline styles, as mail programs drop everything else; no
 * external pictures, so that reading is not tracked. `<%= %>` escapes; nothing here may use `<%~`.
 */
export const htmlLayout = `<!doctype html>
<html lang="<%= it.language %>" dir="<%= it.direction %>">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light">
<title><%= it.subject %></title>
</head>
<body style="margin:0;padding:0;background:#f7f6ef;color:#121f1b;font:16px/1.55 Geologica,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;line-break:strict">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background:#f7f6ef"><tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px">
<tr><td style="padding:0 4px 16px;font-size:18px;font-weight:600;color:#006774"><%= it.brand %></td></tr>
<tr><td style="background:#fdfdfa;border:1px solid #d9d8cf;border-radius:12px;padding:28px 24px">
<h1 style="margin:0 0 16px;font-size:22px;line-height:1.3;font-weight:600"><%= it.heading %></h1>
<p style="margin:0 0 16px"><%= it.greeting %></p>
<% for (const block of it.blocks) { %>
<% if (block.kind === 'text') { %>
<p style="margin:0 0 16px;white-space:pre-line"><%= block.text %></p>
<% } else if (block.kind === 'code') { %>
<p dir="ltr" style="margin:0 0 16px;padding:14px 0;background:#cceef1;border-radius:8px;text-align:center;font:600 30px/1.2 ui-monospace,Consolas,monospace;letter-spacing:8px;color:#121f1b"><%= block.code %></p>
<% } else if (block.kind === 'details') { %>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="margin:0 0 16px;border-top:1px solid #d9d8cf">
<% for (const row of block.rows) { %>
<tr><td style="padding:10px 0;padding-<%= it.end %>:12px;border-bottom:1px solid #d9d8cf;color:#485651"><%= row.label %></td>
<td align="<%= it.end %>" style="padding:10px 0;border-bottom:1px solid #d9d8cf;font-weight:600"><bdi><%= row.value %></bdi></td></tr>
<% } %>
</table>
<% } else if (block.kind === 'quote') { %>
<p style="margin:0 0 4px;color:#485651"><%= block.label %></p>
<p style="margin:0 0 16px;padding:12px 16px;background:#efede5;border-radius:8px;white-space:pre-wrap;overflow-wrap:anywhere" dir="auto"><%= block.text %></p>
<% } else { %>
<p style="margin:0 0 12px"><a href="<%= block.url %>" style="display:inline-block;padding:12px 22px;background:#006774;color:#fdfcf8;border-radius:8px;font-weight:600;text-decoration:none"><%= block.label %></a></p>
<p style="margin:0 0 16px;font-size:13px;color:#5b6a64"><%= it.texts.linkHint %><br><span dir="ltr" style="overflow-wrap:anywhere"><%= block.url %></span></p>
<% } %>
<% } %>
</td></tr>
<tr><td style="padding:16px 4px 0;font-size:13px;color:#485651">
<p style="margin:0 0 8px"><%= it.footer.automatic %></p>
<p style="margin:0 0 8px"><%= it.footer.never %></p>
<p style="margin:0"><%= it.footer.operator %></p>
</td></tr>
</table></td></tr></table>
</body>
</html>
`;

/** The same in plain text, for clients that prefer it; nothing is escaped, as nothing is interpreted. */
export const textLayout = `<%= it.heading %>


<%= it.greeting %>


<% for (const block of it.blocks) { %>
<% if (block.kind === 'text') { %>
<%= block.text %>


<% } else if (block.kind === 'code') { %>
    <%= block.code %>


<% } else if (block.kind === 'details') { %>
<% for (const row of block.rows) { %>
<%= row.label %>: <%= it.apart(row.value) %>

<% } %>

<% } else if (block.kind === 'quote') { %>
<%= block.label %>:
<%= block.text.split('\\n').map((line) => '> ' + line).join('\\n') %>


<% } else { %>
<%= block.label %>:
<%= block.url %>


<% } %>
<% } %>
--
<%= it.footer.automatic %>

<%= it.footer.never %>

<%= it.footer.operator %>

`;
