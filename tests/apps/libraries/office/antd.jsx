import {
  Button,
  Card,
  Checkbox,
  ConfigProvider,
  DatePicker,
  Form,
  Input,
  InputNumber,
  Modal,
  message,
  Popconfirm,
  Radio,
  Select,
  Slider,
  Space,
  Switch,
  Table,
  Tabs,
  TimePicker,
  Upload,
} from 'antd';
import zh from 'antd/locale/zh_CN';
import { useState } from 'react';
import { createRoot } from 'react-dom/client';
import { change, desk, form, isChinese, send } from './pages.js';

const byLabel = { showSearch: true, optionFilterProp: 'label' };
const CONTROLS = {
  text: ({ hint }) => <Input placeholder={hint} />,
  note: () => <Input.TextArea rows={2} />,
  number: () => <InputNumber min={0} />,
  select: ({ choices }) => <Select options={choices} />,
  search: ({ choices }) => <Select {...byLabel} options={choices} />,
  many: ({ choices }) => <Select mode="multiple" options={choices} />,
  radio: ({ choices }) => <Radio.Group options={choices} />,
  checks: ({ choices }) => <Checkbox.Group options={choices} />,
  check: ({ label }) => <Checkbox>{label}</Checkbox>,
  switch: () => <Switch />,
  date: () => <DatePicker />,
  time: () => <TimePicker format="HH:mm" />,
  slider: () => <Slider />,
  upload: ({ button }) => (
    <Upload maxCount={1} beforeUpload={() => false}>
      <Button>{button}</Button>
    </Upload>
  ),
};
const WRITTEN = {
  date: (value) => value.format('YYYY-MM-DD'),
  time: (value) => value.format('HH:mm'),
  upload: ({ fileList }) => fileList[0].originFileObj,
};

function Field({ field }) {
  const { key, is, label, isRequired } = field;
  const checked = is === 'switch' || is === 'check' ? { valuePropName: 'checked' } : {};
  const shown = is === 'check' ? {} : { label };
  const rules = isRequired ? [{ required: true }] : [];
  return (
    <Form.Item name={key} {...shown} {...checked} rules={rules}>
      {CONTROLS[is](field)}
    </Form.Item>
  );
}

function FormPage() {
  const [asked, setAsked] = useState();
  const [isDone, setDone] = useState(false);
  const take = async (values) => {
    const written = form.sections.flatMap(({ fields }) =>
      fields.map(({ key, is }) => [key, values[key] && WRITTEN[is] ? WRITTEN[is](values[key]) : values[key]]),
    );
    setDone(await send(Object.fromEntries(written)));
  };
  if (isDone) return <h1>{form.done}</h1>;
  return (
    <main>
      <h1>{form.title}</h1>
      <Form labelCol={{ span: 6 }} onFinish={form.confirm ? setAsked : take}>
        {form.sections.map(({ title, fields }) => (
          <Card key={title ?? ''} title={title} variant={title ? 'outlined' : 'borderless'}>
            {fields.map((field) => (
              <Field key={field.key} field={field} />
            ))}
          </Card>
        ))}
        <Button type="primary" htmlType="submit">
          {form.submit}
        </Button>
      </Form>
      {form.confirm && (
        <Modal
          title={form.confirm.title}
          open={asked !== undefined}
          okText={form.confirm.ok}
          cancelText={form.confirm.cancel}
          onOk={() => take(asked)}
          onCancel={() => setAsked()}
        >
          {form.confirm.text}
        </Modal>
      )}
    </main>
  );
}

function Desk() {
  const [rows, setRows] = useState(desk.rows);
  const [filter, setFilter] = useState('');
  const [typed, setTyped] = useState('');
  const [state, setState] = useState('on');
  const [edited, setEdited] = useState();
  const [values] = Form.useForm();
  const save = async () => {
    const next = values.getFieldsValue();
    if (!(await change('PUT', edited.id, next))) return;
    setRows(rows.map((row) => (row.id === edited.id ? { ...row, ...next } : row)));
    setEdited();
    message.success(desk.saved);
  };
  const remove = async ({ id }) => {
    if (!(await change('DELETE', id))) return;
    setRows(rows.filter((row) => row.id !== id));
    message.success(desk.removed);
  };
  const columns = [
    { title: desk.columns.name, dataIndex: 'name' },
    { title: desk.columns.state, render: (_, row) => desk.states.find(({ value }) => value === row.state).label },
    {
      title: desk.columns.action,
      render: (_, row) => (
        <Space>
          <a
            onClick={() => {
              values.setFieldsValue(row);
              setEdited(row);
            }}
          >
            {desk.edit}
          </a>
          <Popconfirm title={desk.sure} okText={desk.ok} cancelText={desk.cancel} onConfirm={() => remove(row)}>
            <a>{desk.remove}</a>
          </Popconfirm>
        </Space>
      ),
    },
  ];
  return (
    <main>
      <h1>{desk.title}</h1>
      <Space>
        <Input placeholder={desk.search} value={typed} onChange={(event) => setTyped(event.target.value)} />
        <Button onClick={() => setFilter(typed)}>{desk.find}</Button>
      </Space>
      <Tabs
        activeKey={state}
        onChange={setState}
        items={desk.tabs.map((label, at) => ({ key: ['on', 'off'][at], label }))}
      />
      <Table
        rowKey="id"
        columns={columns}
        dataSource={rows.filter((row) => row.state === state && row.name.includes(filter))}
      />
      <Modal
        title={desk.dialog}
        open={edited !== undefined}
        okText={desk.save}
        cancelText={desk.cancel}
        onOk={save}
        onCancel={() => setEdited()}
        forceRender
      >
        <Form form={values} layout="vertical">
          <Form.Item name="name" label={desk.fields.name}>
            <Input />
          </Form.Item>
          <Form.Item name="price" label={desk.fields.price}>
            <Input />
          </Form.Item>
          <Form.Item name="state" label={desk.columns.state}>
            <Select options={desk.states} />
          </Form.Item>
        </Form>
      </Modal>
    </main>
  );
}

createRoot(document.getElementById('app')).render(
  <ConfigProvider {...(isChinese ? { locale: zh } : {})}>{form ? <FormPage /> : <Desk />}</ConfigProvider>,
);
