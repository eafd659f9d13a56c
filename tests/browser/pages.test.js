// What a browser makes of each page in tests/pages. A failure says page, theme, width, rule and element.
'use strict';
const assert = require('node:assert/strict');
const {test, before, after} = require('node:test');
const {axe, launch, names, open} = require('./browser.js');

const themes = ['light', 'dark'];
const a4 = 718;  // CSS pixels between margins of 1 cm

let browser;
before(async () => { browser = await launch(); });
after(() => browser.close());

// A test of each page, in a window of its own.
const ofEachPage = (title, options, body) => {
  for (const name of names)
    test(`${name}: ${title}`, async () => {
      const opened = await open(browser, name, options);
      try {
        await body(opened);
      } finally {
        await opened.close();
      }
    });
};

const nothing = (found, where) => assert.deepEqual(found, [], `${where}:\n  ${found.join('\n  ')}`);

const unfold = (page) => page.evaluate(() => {
  for (const details of document.querySelectorAll('details')) details.open = true;
});

// Elements that stick out of the window, unless something around them scrolls.
const tooWide = (page) => page.evaluate(() => {
  const width = document.documentElement.clientWidth;
  if (document.documentElement.scrollWidth <= width) return [];
  return [...document.body.querySelectorAll('*')]
      .filter((each) => each.getBoundingClientRect().right > width + 0.5 &&
                        !each.parentElement.closest('.scroll'))
      .map((each) => `horizontal scroll: ${each.tagName.toLowerCase()}.${each.className}: ` +
                     each.textContent.slice(0, 60));
});

ofEachPage('says nothing on the console, asks for nothing, keeps its policy', {}, async ({page, where, complaints}) => {
  await unfold(page);
  for (const radio of await page.locator('input[type=radio]').all()) await radio.check();
  nothing(await complaints(), where);
});

for (const theme of themes)
  for (const width of [320, 1280])
    ofEachPage(`is accessible, ${theme}, ${width} px`, {theme, width, isLoose: true}, async ({page, where}) => {
      nothing(await axe(page), `${where}, as opened`);
      await unfold(page);
      nothing(await axe(page), `${where}, unfolded`);
      for (const radio of await page.locator('input[type=radio]').all()) {
        await radio.check();
        nothing(await axe(page), `${where}, counter ${await radio.getAttribute('id')}`);
      }
    });

for (const [title, options] of [['320 px', {width: 320}], ['200 %', {width: 640, zoom: 2}]])
  ofEachPage(`does not scroll sideways, ${title}`, options, async ({page, where}) => {
    await unfold(page);
    nothing(await tooWide(page), where);
    for (const radio of await page.locator('input[type=radio]').all()) {
      await radio.check();
      nothing(await tooWide(page), `${where}, counter ${await radio.getAttribute('id')}`);
    }
  });

// Of the gates, nothing is hidden beside the window; of the source, most of it is code.
for (const width of [320, 500])
  ofEachPage(`uses a narrow window, ${width} px`, {width}, async ({page, where}) => {
    nothing(await page.evaluate(() => [...document.querySelectorAll('table.gates')].flatMap((table) => {
      const box = table.closest('.scroll');
      return box.scrollWidth > box.clientWidth ? [`gates: ${box.scrollWidth} px in ${box.clientWidth}`] : [];
    })), where);
    for (const radio of await page.locator('input[type=radio]').all()) {
      await radio.check();
      nothing(await page.evaluate(() => [...document.querySelectorAll('table.source')].filter((table) =>
        table.checkVisibility() && table.querySelector('td.code')).flatMap((table) => {
        const code = table.querySelector('td.code').getBoundingClientRect().width;
        return code < 0.5 * table.getBoundingClientRect().width ? [`code has ${code} px`] : [];
      })), `${where}, counter ${await radio.getAttribute('id')}`);
    }
  });

ofEachPage('has the heads of numbers above them', {}, async ({page, where}) => {
  await unfold(page);
  nothing(await page.evaluate(() => {
    const rightEnd = (element) => {
      const text = document.createRange();
      text.selectNodeContents(element);
      return text.getBoundingClientRect().right;
    };
    return [...document.querySelectorAll('td.number')].map((cell) => {
      const head = cell.closest('table').tHead.rows[0].cells[cell.cellIndex];
      const away = rightEnd(cell) - rightEnd(head.querySelector('.number') ?? head);
      return Math.abs(away) < 1 ? '' : `${away.toFixed(0)} px beside "${head.textContent}": ${cell.textContent}`;
    }).filter(Boolean);
  }), where);
});

// WCAG 1.4.12, as readers set it who need more room between letters, words, lines and paragraphs.
for (const width of [320, 1280])
  ofEachPage(`bears more space in its text, ${width} px`, {width, isLoose: true}, async ({page, where}) => {
    await page.addStyleTag({content: `* { line-height: 1.5 !important; letter-spacing: .12em !important;
      word-spacing: .16em !important; } p { margin-bottom: 2em !important; }`});
    await unfold(page);
    nothing(await tooWide(page), where);
    nothing(await page.evaluate(() => [...document.body.querySelectorAll('*')].filter((each) => {
      const {overflowX, overflowY} = getComputedStyle(each);
      return (overflowX === 'hidden' && each.scrollWidth > each.clientWidth + 1) ||
             (overflowY === 'hidden' && each.scrollHeight > each.clientHeight + 1);
    }).map((each) => `text is cut off: ${each.tagName.toLowerCase()}.${each.className}: ` +
                     each.textContent.slice(0, 60))), where);
  });

// WCAG 1.4.11 for what shows the focus: at least 3:1 to what is around it.
for (const theme of themes)
  ofEachPage(`has a focus that stands out, ${theme}`, {theme}, async ({page, where}) => {
    await unfold(page);
    await page.keyboard.press('Tab');  // from here on the focus is shown
    nothing(await page.evaluate(() => {
      const numbers = (colour) => colour.match(/[\d.]+/g).map(Number);
      const luminance = (colour) => {
        const [r, g, b] = numbers(colour).slice(0, 3).map((value) => {
          const part = value / 255;
          return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
        });
        return 0.2126 * r + 0.7152 * g + 0.0722 * b;
      };
      const isSolid = (colour) => numbers(colour).length < 4 || numbers(colour)[3] === 1;
      // What is painted where the outline lies: behind the element, whose own background ends within it.
      const behind = (element) => {
        for (let each = element.parentElement; each; each = each.parentElement)
          if (isSolid(getComputedStyle(each).backgroundColor)) return getComputedStyle(each).backgroundColor;
        return 'rgb(255, 255, 255)';
      };
      const wrong = [];
      for (const element of document.querySelectorAll('a[href], summary, input:not([type=radio]), [tabindex="0"]')) {
        if (!element.checkVisibility()) continue;
        element.focus({focusVisible: true});
        const {outlineColor, outlineStyle, outlineWidth} = getComputedStyle(element);
        const [one, other] = [luminance(outlineColor), luminance(behind(element))].sort((a, b) => b - a);
        const contrast = (one + 0.05) / (other + 0.05);
        if (outlineStyle === 'none' || parseFloat(outlineWidth) < 2 || contrast < 3)
          wrong.push(`focus of ${contrast.toFixed(2)}:1, ${outlineStyle} ${outlineWidth}: ${element.outerHTML.slice(0, 100)}`);
      }
      return wrong;
    }), where);
  });

for (const theme of themes)
  ofEachPage(`is used by keyboard, and shows the focus, ${theme}`, {theme}, async ({page, where}) => {
    await unfold(page);
    const wrong = [], reached = new Set();
    const controls = await page.evaluate(() => {
      window.controls = [...document.querySelectorAll('a[href], summary, input, [tabindex="0"]')];
      return window.controls.map((each) => each.outerHTML.slice(0, 100));
    });
    // The element with the focus, and whether it can be seen.
    const focus = () => page.evaluate(() => {
      const element = document.activeElement, style = getComputedStyle(element);
      const box = element.getBoundingClientRect();
      return {
        control: window.controls.indexOf(element),
        isShown: style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 2 &&
                 box.width > 0 && box.bottom > 0 && box.top < innerHeight,
      };
    });
    const press = async (key) => {
      await page.keyboard.press(key);
      const {control, isShown} = await focus();
      if (control >= 0 && !isShown) wrong.push(`focus not visible: ${controls[control]}`);
      const isNew = control >= 0 && !reached.has(control);
      if (control >= 0) reached.add(control);
      return isNew;
    };
    while (await press('Tab'));
    for (const group of await page.locator('input[type=radio]:checked').all()) {
      await group.focus();
      while (await press('ArrowRight'));
    }
    controls.forEach((html, control) => {
      if (!reached.has(control)) wrong.push(`not reached by keyboard: ${html}`);
    });
    nothing(wrong, where);
  });

ofEachPage('shows the column of the counter that is chosen', {}, async ({page, where}) => {
  for (const label of await page.locator('label.choice').all()) {
    await label.click();
    const name = await label.textContent();
    const visible = page.locator('th.count:visible');
    assert.deepEqual(await visible.allTextContents(), [name], `${where}, ${name}: heads`);
    const column = (await visible.getAttribute('class')).match(/k\d+/)[0];
    const others = page.locator(`td.count:visible:not(.${column})`);
    assert.equal(await others.count(), 0, `${where}, ${name}: counts of another counter are shown`);
    assert.ok(await page.locator(`td.${column}:visible`).count() > 0, `${where}, ${name}: no counts`);
  }
});

ofEachPage('leads from each link to its place', {width: 320}, async ({page, where}) => {
  for (const isUnfolded of [false, true]) {
    if (isUnfolded) await unfold(page);
    for (const link of await page.locator('a[href^="#"]').all()) {
      if (!isUnfolded && !await link.isVisible()) continue;
      const id = (await link.getAttribute('href')).slice(1);
      await link.click();
      const box = await page.locator(`[id="${id}"]`).boundingBox();
      assert.ok(box && box.y > -1 && box.y < 900, `${where}: #${id} is not in sight: ${JSON.stringify(box)}`);
    }
  }
});

// The left edge of what is seen of yours, as a share of the picture, and whether it lies over what is expected.
const pair = (page) => page.locator('.pair').evaluate((both) => {
  const [expected, yours] = both.children;
  const inset = getComputedStyle(yours).clipPath.match(/([\d.]+)%\)$/);
  return {
    hidden: inset ? Number(inset[1]) : 0,
    isOver: expected.getBoundingClientRect().left === yours.getBoundingClientRect().left &&
            expected.getBoundingClientRect().top === yours.getBoundingClientRect().top,
  };
});

test('wrong-picture.html: a slider moves between expected and yours, by keyboard', async () => {
  const {page, where, complaints, close} = await open(browser, 'wrong-picture.html');
  const slider = page.getByRole('slider');
  assert.deepEqual(await pair(page), {hidden: 50, isOver: true}, where);
  await slider.press('End');
  assert.deepEqual(await pair(page), {hidden: 0, isOver: true}, `${where}, all of yours`);
  await slider.press('Home');
  assert.deepEqual(await pair(page), {hidden: 100, isOver: true}, `${where}, nothing of yours`);
  await slider.press('ArrowRight');
  assert.deepEqual(await pair(page), {hidden: 95, isOver: true}, where);
  assert.equal(await slider.getAttribute('aria-valuetext'), '5 % yours', where);
  await page.emulateMedia({media: 'print'});
  assert.deepEqual(await pair(page), {hidden: 0, isOver: false}, `${where}, printed`);
  nothing(await complaints(), where);
  await close();
});

test('bank-conflicts.html: a slider makes the timeline larger, by keyboard', async () => {
  const {page, where, complaints, close} = await open(browser, 'bank-conflicts.html', {width: 320});
  const picture = page.locator('.zoomed img'), around = page.locator('.zoomed > .scroll');
  const widths = async () => [(await picture.boundingBox()).width, (await around.boundingBox()).width];
  const [before, room] = await widths();
  assert.ok(before <= room, where);
  const slider = page.getByRole('slider');
  await slider.press('End');
  assert.deepEqual(await widths(), [8 * room, room], `${where}, 8 times`);
  assert.equal(await slider.getAttribute('aria-valuetext'), '8 times', where);
  nothing(await tooWide(page), where);
  await page.emulateMedia({media: 'print'});
  const [printed, paper] = await widths();
  assert.ok(printed <= paper, `${where}, printed`);
  await page.emulateMedia({media: 'screen'});
  await slider.press('Home');
  assert.deepEqual(await widths(), [before, room], where);
  nothing(await complaints(), where);
  await close();
});

// The machine code of a loop, once it is unfolded: a row per instruction.
const instructions = (loop) => loop.locator('tbody tr').evaluateAll((rows) => rows.map((row) => {
  const [line, code, , , width] = row.cells;
  return {
    line: line.textContent, code: code.textContent, width: width.textContent,
    shade: getComputedStyle(width).backgroundColor, isSeen: width.checkVisibility(),
  };
}));

for (const theme of themes)
  test(`full-marks.html: inner loops say in words and by shade how wide they are, ${theme}`, async () => {
    const {page, where, complaints, close} = await open(browser, 'full-marks.html', {theme});
    const loops = page.locator('details[id^="step1-loop"]');
    const shades = {};
    for (const loop of await loops.all()) {
      assert.ok(!(await instructions(loop))[0].isSeen, `${where}: folded at first`);
      await loop.locator('summary').click();
      const rows = await instructions(loop);
      assert.ok(rows.every(({isSeen}) => isSeen), `${where}: unfolded`);
      assert.ok(rows.some(({width}) => width !== ''), where);
      for (const {width, shade} of rows) (shades[width] ??= new Set()).add(shade);
      // Where the line changes, it stands beside the instruction with its code, and leads there.
      const beside = rows.filter(({line}) => line !== '');
      assert.ok(beside.length > 0, where);
      for (const {line, code} of beside) {
        const link = loop.getByRole('link', {name: line, exact: true}).first();
        const source = page.locator(await link.getAttribute('href')).locator('..');
        assert.ok((await source.textContent()).includes(code.trim()), `${where}: line ${line} is ${code}`);
        assert.notEqual(code.trim(), '', where);
      }
    }
    assert.deepEqual(await loops.locator('summary').allTextContents(), [
      'Line 15, 512 bit: 1 instruction computes with several numbers',
      'Line 16, 256 bit: 2 instructions compute with several numbers',
      'Line 22, 128 bit: 2 instructions compute with several numbers',
      'Line 23, scalar: 1 instruction computes with one number']);
    assert.deepEqual(Object.keys(shades).sort(), ['', '128 bit', '256 bit', '512 bit', 'scalar'], where);
    const shade = (width) => [...shades[width]].join();
    assert.equal(shade('scalar'), shade(''), `${where}: no vectors, no shade`);
    assert.equal(shade('512 bit'), shade('256 bit'), where);
    assert.equal(new Set([shade('scalar'), shade('128 bit'), shade('256 bit')]).size, 3, JSON.stringify([where, shades]));
    // Below the line of the loop, the source leads to its code.
    const note = page.locator('td.note.loop').filter({hasText: '256 bit'});
    await note.getByRole('link').click();
    assert.ok(page.url().endsWith('#step1-loop2'), page.url());
    nothing(await complaints(), where);
    await close();
  });

for (const theme of themes)
  test(`course.html: how far each lab is, and the way to its page, ${theme}`, async () => {
    const {page, where, complaints, close} = await open(browser, 'course.html', {theme});
    const rows = await page.getByRole('table', {name: 'All labs'}).locator('tbody tr').evaluateAll((all) => all.map((row) => ({
      lab: row.querySelector('th').firstChild.textContent, page: row.querySelector('a')?.getAttribute('href'),
      bar: [row.querySelector('progress').value, row.querySelector('progress').max],
      heard: row.querySelector('progress').ariaLabel ?? row.querySelector('progress').getAttribute('aria-label'),
      points: row.cells[2].textContent, last: row.cells[3].textContent,
    })));
    assert.deepEqual(rows, [
      {lab: 'lab1-convolution-c', page: 'wrong-picture.html', bar: [20, 30], heard: 'lab1-convolution-c', points: '20/30',
       last: '2026-01-29 08:15 UTC, 0/30 for step 1'},
      {lab: 'lab2-openmp', page: 'full-marks.html', bar: [17.5, 30], heard: 'lab2-openmp', points: '17.5/30',
       last: '2026-01-31 09:55 UTC, 17.5/21 for steps 1,2'},
      {lab: 'lab3-sse', page: undefined, bar: [0, 40], heard: 'lab3-sse', points: '– of 40', last: 'never'}], where);
    await page.getByText('37.5/100 points.').waitFor();
    const steps = page.locator('details').filter({hasText: 'lab2-openmp'});
    await steps.locator('summary').click();
    assert.deepEqual(await steps.locator('tbody tr').allInnerTexts(), [
      '1: outer-loop\trows among threads\t14/14', '2: inner-loop\twhat a region costs\t3.5/7',
      '3: window\tsums that threads share\t– of 9'], where);
    nothing(await complaints(), where);
    await page.getByRole('link', {name: 'lab2-openmp'}).click();
    await page.getByRole('heading', {level: 1, name: 'lab2-openmp: Which loop to share out'}).waitFor();
    await close();
  });

test('course.html: rows of few lines where there is little room', async () => {
  const {page, where, close} = await open(browser, 'course.html', {width: 320});
  const heights = await page.locator('table').first().locator('tbody tr').evaluateAll(
      (rows) => rows.map((row) => row.getBoundingClientRect().height));
  assert.ok(Math.max(...heights) < 80, `${where}: ${heights}`);
  await close();
});

test('bank-conflicts.html: the timeline is a table as well', async () => {
  const {page, where, complaints, close} = await open(browser, 'bank-conflicts.html');
  const figure = page.locator('figure', {hasText: 'Timeline of streams and engines'});
  const table = figure.getByRole('table', {name: 'What streams and engines do, and when'});
  assert.ok(!await table.isVisible(), `${where}: folded at first`);
  await figure.locator('summary').click();
  assert.deepEqual(await table.getByRole('columnheader').allTextContents(),
                   ['engine', 'stream', 'what', 'begin, ms', 'end, ms'], where);
  assert.deepEqual(await table.locator('tbody tr').evaluateAll(
      (rows) => rows.map((row) => [...row.cells].map((cell) => cell.innerText).join(' | '))), [
    'copy engine in | stream 1 | copy 21.5 MB to device (pinned) | 0.0000 | 0.8125',
    'SMs | stream 1 | convolve(int, int, int, int, FloatFilter, unsigned char const*, unsigned char*) | 0.8250 | 1.1063',
    'copy engine out | stream 1 | copy 21.0 MB to host (pinned) | 1.1188 | 1.8688'], where);
  nothing(await complaints(), where);
  await close();
});

test('wrong-picture.html: without script, expected and yours are beside each other', async () => {
  const {page, where, close} = await open(browser, 'wrong-picture.html', {hasScript: false});
  const [expected, yours] = [page.getByAltText('expected', {exact: true}), page.getByAltText('yours', {exact: true})];
  const left = await expected.boundingBox(), right = await yours.boundingBox();
  assert.ok(left.x + left.width <= right.x && left.y === right.y, `${where}: ${JSON.stringify([left, right])}`);
  assert.equal(await page.getByRole('slider').count(), 0, where);
  await close();
});

test('hostile-text.html: text of strangers is text, and all of it can be seen', async () => {
  const {page, where, close} = await open(browser, 'hostile-text.html');
  const text = await page.evaluate(() => document.body.textContent);
  assert.ok(text.includes('</script></style><img src=x onerror=alert(1)>"\'&[U+202E]right to left'), where);
  assert.doesNotMatch(text, /[\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/, where);
  assert.equal(await page.locator('script, iframe, img:not([src^="data:"]), [onerror]').count(), 0, where);
  await close();
});

ofEachPage('prints all that was found, within the paper', {width: a4}, async ({page, where}) => {
  await page.emulateMedia({media: 'print'});
  nothing(await page.evaluate(() => {
    const wrong = [], width = document.documentElement.clientWidth;
    for (const each of document.querySelectorAll('.next, .note, li, td:not(.count), pre, svg, img')) {
      const who = `${each.tagName.toLowerCase()}.${each.className}: ${each.textContent.slice(0, 60)}`;
      if (!each.checkVisibility()) wrong.push(`not printed: ${who}`);
      else if (each.getBoundingClientRect().right > width + 1) wrong.push(`cut off in print: ${who}`);
    }
    return wrong;
  }), where);
});
